/** How much two texts look alike, from 0 to 1: twice the length of their longest common subsequence over both lengths. */
export function likeness(left: string, right: string): number {
  let previous = new Array<number>(right.length + 1).fill(0); // lengths for the part of `left` before `letter`
  for (const letter of left) {
    const current = [0];
    for (let index = 0; index < right.length; index += 1) {
      const extended = letter === right[index] ? (previous[index] ?? 0) + 1 : 0;
      current.push(Math.max(extended, previous[index + 1] ?? 0, current[index] ?? 0));
    }
    previous = current;
  }
  return left.length + right.length === 0 ? 1 : (2 * (previous[right.length] ?? 0)) / (left.length + right.length);
}
