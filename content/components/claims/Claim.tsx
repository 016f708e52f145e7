import type { ReactNode } from 'react';
import './claims.css';
import '../entity.css';
import { ClaimBody } from './lib/ClaimBody';
import type { ClaimData } from '../lib/types';

export type ClaimProps = {
  /** Claims are keyed by the anchor of their heading, `top` for those above the first. */
  of: ClaimData;
  /** Formulas, in LaTeX between `$$`. */
  children?: ReactNode;
};

/** What the library states under a heading without a date. */
export default function Claim({ of: claim, children }: ClaimProps) {
  return <ClaimBody claim={claim}>{children}</ClaimBody>;
}
