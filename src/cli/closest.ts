export { closest } from '../contracts/closest.js';
