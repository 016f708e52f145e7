export const double = (x: number): number => x * 2;

export const langs = [
  { name: 'Rust', href: '/code' },
  { name: 'TypeScript', href: '/code#in-a-partial' },
];
