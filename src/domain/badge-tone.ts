/** The tones of badges by the specification's names; what they look like is the theme's matter. */
export type BadgeTone = 'success' | 'warning' | 'danger' | 'secondary' | 'primary' | 'info';
