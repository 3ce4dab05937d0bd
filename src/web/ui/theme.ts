export type Theme = 'light' | 'dark';

export const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

/** The theme that the visitor chose, or else the system's. */
export const currentTheme = () => (document.documentElement.dataset.theme || systemTheme()) as Theme;
