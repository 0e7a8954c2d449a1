import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { keepOffline } from './lib/install.svelte';

keepOffline();
mount(App, { target: document.getElementById('app')! });
