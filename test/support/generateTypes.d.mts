export function renderTypes(): Promise<string>;
