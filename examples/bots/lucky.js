#!/usr/bin/env node
// A bot that speaks the lines of docs/bots.md, in JavaScript: it plays anything, by luck.

const lines = require('node:readline').createInterface({ input: process.stdin });

lines.on('line', (line) => {
  const space = line.indexOf(' ');
  const word = line.slice(0, space);
  if (word === 'goldrush') {
    console.log('goldrush 1');
  } else if (word === 'choose') {
    const view = JSON.parse(line.slice(space + 1));
    console.log(view.actions[view.luck % view.actions.length]);
  }
});
