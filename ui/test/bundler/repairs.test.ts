// @vitest-environment node
import { vi } from 'vitest';

// A bundle for builds.
vi.stubEnv('BINDERY_DEV', '1');
// The cases may have been loaded for the other kind.
vi.resetModules();
await import('./repairsCases');
