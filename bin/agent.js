#!/usr/bin/env node
import { main } from '../dist/app/main.js';

await main(process.argv);
