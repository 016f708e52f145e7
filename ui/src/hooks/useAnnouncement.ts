import { useState } from 'react';
import { createStorageSlot } from '../lib/browser/storage';
import { useHydrated } from './useHydrated';

const CLOSED = 'announcementClosed';
const KEY = 'docusaurus.announcement.';

/** Whether the reader has closed the announcement; the script in the head has marked it on the document. */
export function useAnnouncement(id = ''): { isClosed: boolean; close: () => void } {
  const [isClosed, setClosed] = useState(false);
  const hydrated = useHydrated();
  const close = () => {
    createStorageSlot(`${KEY}dismiss`).set('true');
    createStorageSlot(`${KEY}id`).set(id);
    document.documentElement.dataset[CLOSED] = '';
    setClosed(true);
    // a11y: the button is removed, so the focus moves to the next element.
    const stops = [...document.querySelectorAll<HTMLElement>('.navbar :is(a[href], button:enabled)')];
    for (const stop of stops) if (!document.activeElement?.closest('.navbar')) stop.focus();
  };
  return { isClosed: isClosed || (hydrated && CLOSED in document.documentElement.dataset), close };
}
