import { readPlan } from '../lib/plan';

export default function Torn() {
  return <p>{readPlan().title}</p>;
}
