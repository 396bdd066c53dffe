import { mount } from 'svelte';
import App from './App.svelte';
import './look/base.css';
import { socket } from './wire/wire';

socket.start();
mount(App, { target: document.getElementById('app')! });
