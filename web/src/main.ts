import { mount } from 'svelte';
import './look/base.css'; // first, so that components may say otherwise
import App from './App.svelte';
import { keepUp, stayWithoutNetwork } from './update';
import { socket } from './wire/wire';

socket.start();
keepUp(socket);
stayWithoutNetwork(socket);
mount(App, { target: document.getElementById('app')! });
