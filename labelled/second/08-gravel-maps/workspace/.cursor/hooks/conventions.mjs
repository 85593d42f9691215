#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = process.env.CURSOR_WORKSPACE_PATH;
const text = await readFile(join(root, 'docs', 'conventions.md'), 'utf8');

process.stdout.write(
  JSON.stringify({ additional_context: `Project conventions:\n\n${text}` }),
);
