/**
 * From probabilities to a choice: the blocks whose words together have the highest expected F1.
 *
 * A page that has text is never left empty.
 *
 * @module
 */

/**
 * Chooses blocks, the likeliest first, as long as 2·E[right words] / (chosen + E[right words in all])
 * grows; `words` of a block weigh it, `bias` shifts what is expected in all.
 */
export function chooseBlocks(
  probabilities: Float64Array,
  words: Float64Array,
  bias = 1,
): Uint8Array {
  const chosen = new Uint8Array(probabilities.length);
  const order = Uint32Array.from(probabilities.keys()).sort((a, b) =>
    (probabilities[b] as number) - (probabilities[a] as number) || a - b
  );
  let expected = 0;
  for (let i = 0; i < order.length; i++) {
    expected += (probabilities[i] as number) * (words[i] as number);
  }
  let right = 0;
  let size = 0;
  let best = 0;
  let end = 0;
  for (let k = 0; k < order.length; k++) {
    const i = order[k] as number;
    right += (probabilities[i] as number) * (words[i] as number);
    size += words[i] as number;
    const score = right / (size + bias * expected);
    if (score < best || size === 0) continue;
    best = score;
    end = k + 1;
  }
  for (let k = 0; k < end; k++) chosen[order[k] as number] = 1;
  return chosen;
}
