// @vitest-environment node
import { vi } from 'vitest';

// A bundle for previews, which is made in two parts.
vi.stubEnv('BINDERY_DEV', 'preview');
// The cases may have been loaded for the other kind.
vi.resetModules();
await import('./repairsCases');
