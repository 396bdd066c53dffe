import { mount } from 'svelte';
import './look/base.css'; // first, so that components may say otherwise
import App from './App.svelte';
import { socket } from './wire/wire';

socket.start();
mount(App, { target: document.getElementById('app')! });
