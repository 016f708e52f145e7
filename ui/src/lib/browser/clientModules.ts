/**
 * The scripts that a Docusaurus site runs on every page (`clientModules`). They are loaded after hydration, and called for
 * each page. An error in one does not affect the others.
 */

type RouteUpdate = { location: RouteLocation; previousLocation: RouteLocation | null };
export type RouteLocation = { pathname: string; search: string; hash: string };
export type ClientModule = {
  onRouteUpdate?: (update: RouteUpdate) => unknown;
  onRouteDidUpdate?: (update: RouteUpdate) => unknown;
  default?: ClientModule;
};

export class ClientModules {
  private loading: Promise<ClientModule[]> | null = null;
  private previous: RouteLocation | null = null;

  constructor(private readonly load: () => Promise<ClientModule>[]) {}

  /** Calls the modules with the current page; the first call loads them. */
  async routeShown({ pathname, search, hash }: RouteLocation): Promise<void> {
    const location = { pathname, search, hash };
    const update = { location, previousLocation: this.previous };
    this.previous = location;
    this.loading ??= Promise.allSettled(this.load()).then((results) =>
      results.flatMap((result) => {
        if (result.status === 'fulfilled') return [result.value];
        console.error(result.reason);
        return [];
      }),
    );
    for (const module of await this.loading) {
      for (const name of ['onRouteUpdate', 'onRouteDidUpdate'] as const) {
        try {
          (module[name] ?? module.default?.[name])?.(update);
        } catch (error) {
          console.error(error);
        }
      }
    }
  }
}
