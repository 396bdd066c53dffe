import { Words } from '../../words/words';
import text from './en.ftl?raw';

const page = new Words(text);

export const say = page.say.bind(page);
