const paths = {
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  close: 'm6 6 12 12M18 6 6 18',
  external: 'M8 5h11v11M19 5 6 18',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  system: 'M3.5 4.5h17v12h-17ZM8.5 20h7M12 16.5V20',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5l5 5',
  chevron: 'm9 5 7 7-7 7',
  home: 'M4 11.5 12 4.5l8 7M6.5 10v9.5h11V10',
  edit: 'm4.5 19.5 1-4.5L16 4.5l3.5 3.5L9 18.5ZM13.5 7l3.5 3.5',
  document: 'M6 3.5h8l4 4v13H6ZM14 3.5v4h4M9 12h6M9 16h6',
  folder: 'M3.5 6.5v12h17v-10h-9l-2-2Z',
  copy: 'M8.5 8.5h11v11h-11ZM15.5 8.5v-4h-11v11h4',
  check: 'm5 12.5 4.5 4.5L19.5 7',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4h-4',
  anemo:
    'M12 12C10.9 8.2 12.6 4.2 17 3c1 4.3-1.2 7.7-5 9ZM12 12c3.8.9 6.4 4.4 5.3 8.8-4.3-1.3-6.1-4.9-5.3-8.8ZM12 12c-2.7 2.8-7 3.4-10.2.2C5.1 9.1 9.1 9.3 12 12Z',
  cryo: 'M12 12V2.8M10.2 4.4 12 6.3l1.8-1.9M12 12v9.2M10.2 19.6l1.8-1.9 1.8 1.9M12 12 4 7.4M4.5 9.8l2.6-.7-.7-2.5M12 12l8 4.6M19.5 14.2l-2.6.7.7 2.5M12 12l8-4.6M17.6 6.6l-.7 2.5 2.6.7M12 12l-8 4.6M6.4 17.4l.7-2.5-2.6-.7',
  dendro: 'M12 21.5V11M12 16c-5.2 0-8-3.4-8-8.8 5.4 0 8 3.3 8 8.8ZM12 12.5c0-5 2.6-8.7 8-9.7.3 6-2.6 9.7-8 9.7Z',
  electro: 'm13.5 5-5 7.3h7l-5 6.7M7.3 4.1a9.3 9.3 0 0 0-.9 15M16.7 19.9a9.3 9.3 0 0 0 .9-15',
  geo: 'm12 2.8 8 4.6v9.2l-8 4.6-8-4.6V7.4ZM12 8l3.6 4-3.6 4-3.6-4ZM12 2.8V8M12 16v5.2',
  hydro:
    'M12 2.8c4.3 4.8 6.5 8.3 6.5 11.4a6.5 6.5 0 0 1-13 0c0-3.1 2.2-6.6 6.5-11.4ZM8.5 14.7c1.2-1.1 2.3-1.1 3.5 0s2.3 1.1 3.5 0',
  pyro: 'M12 21.2c-4.2 0-6.8-2.7-6.8-6.4 0-3.2 1.9-5 3.6-7 1.5-1.8 2.2-3.2 2-5.1 3.5 1.4 5.2 4.3 4.9 7.2 1-.4 1.5-1.1 1.7-2.1 1 2 1.4 3.9 1.4 6.7 0 4-2.6 6.7-6.8 6.7ZM9.3 17.6c0-1.8 1.2-2.8 2.7-4.8 1.5 2 2.7 3 2.7 4.8',
  physical: 'M4 20 15 9M6 3.5c10 1 13.5 5 14.5 14.5L6 3.5Z',
} as const;

export type IconName = keyof typeof paths;

export type IconProps = {
  name: IconName;
  className?: string;
  /** Drawn in place of the named icon. */
  path?: string;
};

export function isIconName(name: string | null | undefined): name is IconName {
  return name != null && Object.hasOwn(paths, name);
}

/** A decorative icon; it never carries meaning alone. */
export function Icon({ name, className, path = paths[name] }: IconProps) {
  return (
    <svg className={className ? `i ${className}` : 'i'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
