export const shapeCases = [];
