export const ROOT: string;
export const NODE_PACKAGES: Readonly<Record<string, { readonly name: string; readonly program: string }>>;
export const NODE_VERSION: string;
export function findNode(): string;
export function cannotRun(node: string, error: NodeJS.ErrnoException): string;
