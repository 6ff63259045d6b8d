import type { Case } from "../case.ts";
export const clock: readonly Case[] = [];
