// The app's service worker: one part for each thing that it does. It lies at the top of the app, so that it may serve
// all of it.

importScripts('shell.js', 'offline.js', 'notices.js');
