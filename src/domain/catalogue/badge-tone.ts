/** Badge tones by the specification's names; the theme defines their look. */
export type BadgeTone = 'success' | 'warning' | 'danger' | 'secondary' | 'primary' | 'info';
