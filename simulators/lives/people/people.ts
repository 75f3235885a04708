// All invented people. Every simulator serves the same people.
import type { Life } from '../life.ts';
import { lena, priya, tom } from './hourly.ts';
import { nico, owen, ruth } from './others.ts';
import { daniel, maya } from './salaried.ts';

export const LIVES: readonly Life[] = [maya, daniel, priya, tom, lena, ruth, owen, nico];
