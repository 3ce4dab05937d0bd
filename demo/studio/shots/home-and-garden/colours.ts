/** Light and dark tone of a wood, in linear light. */
export const oak = { wood_a: [0.5, 0.33, 0.19], wood_b: [0.36, 0.21, 0.11] };
export const espresso = { wood_a: [0.085, 0.05, 0.032], wood_b: [0.045, 0.026, 0.018] };

export const chalk = { color: '#e6e0d3', speck: '#6d5a49' };
export const clay = { color: '#8f5f49', speck: '#5a2f1f' };
export const sage = { color: '#aab0a0', speck: '#4b5344' };
export const forest = { color: '#56655a', speck: '#23261f' };
export const navy = { color: '#343f4e', speck: '#10151b' };
export const moss = { color: '#716f5c', speck: '#2d2f22' };
export const charcoal = { color: '#3b3a38', speck: '#151413' };
export const indigo = { color: '#414a5e', speck: '#1a2130' };
