/** The content of a component in a plugin's nested routes; `renderRoutes` shows it. */

import { createContext, createElement, useContext, type ReactNode } from 'react';

export const ChildRoutes = createContext<ReactNode>(null);

export function ChildRoute(): ReactNode {
  return useContext(ChildRoutes);
}

/** `renderRoutes` of the router: the page inside the component that calls it. */
export function renderRoutes(): ReactNode {
  return createElement(ChildRoute);
}
