import { expect, test, vi } from 'vitest';
import { ClientModules } from '../../../src/lib/browser/clientModules';

const at = (pathname: string) => ({ pathname, search: '', hash: '' });

test('client modules are loaded once and called for each page, also when others throw', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  const onRouteUpdate = vi.fn();
  const onRouteDidUpdate = vi.fn(() => {
    throw new Error('broken');
  });
  const load = vi.fn(() => [
    Promise.reject(new Error('lost')),
    Promise.resolve({ onRouteDidUpdate }),
    Promise.resolve({ default: { onRouteUpdate } }),
  ]);
  const modules = new ClientModules(load);
  await modules.routeShown(at('/a'));
  await modules.routeShown(at('/b'));
  expect(load).toHaveBeenCalledTimes(1);
  expect(onRouteUpdate.mock.calls).toEqual([
    [{ location: at('/a'), previousLocation: null }],
    [{ location: at('/b'), previousLocation: at('/a') }],
  ]);
  expect(onRouteDidUpdate).toHaveBeenCalledTimes(2);
  expect(report.mock.calls.map(([error]) => (error as Error).message)).toEqual(['lost', 'broken', 'broken']);
});
