import type { Case } from "../case.ts";
export const damage: readonly Case[] = [];
