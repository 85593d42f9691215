'use strict';

const { readFileSync } = require('node:fs');
const terms = require('./terms.json');

console.log('privilege check, %d terms', terms.length);

const event = JSON.parse(readFileSync(0, 'utf8'));
const text = event.prompt.toLowerCase();

if (terms.some((t) => text.includes(t))) {
  console.log(JSON.stringify({ continue: false }));
} else {
  console.log(JSON.stringify({ continue: true }));
}
