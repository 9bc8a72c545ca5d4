/**
 * Reads the first value of a source at once. A file is answered only after that, so that conditions, an order or a
 * database that cannot be read refuse the call instead of breaking off its reply.
 * @throws what the source throws for its first value
 */
export async function begun<Value>(
  source: Iterable<Value> | AsyncIterable<Value>,
): Promise<AsyncIterable<Value>> {
  const values = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  const first = await values.next()
  async function* all(): AsyncGenerator<Value> {
    try {
      for (let next = first; !next.done; next = await values.next()) yield next.value
    } finally {
      await values.return?.()
    }
  }
  return all()
}
