export function readPlan() {
  const torn = new Error('the paper is torn');
  throw new Error('the plan cannot be read', { cause: new Error('half of it is gone', { cause: torn }) });
}
