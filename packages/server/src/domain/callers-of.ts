import document from '@xinchu/contract/openapi.json' with { type: 'json' }

// The contract's lint and tests guarantee this shape.
const paths = document.paths as unknown as Record<
  string,
  Record<string, { operationId?: string; 'x-callers'?: readonly string[] }>
>
const callers = new Map(
  Object.values(paths)
    .flatMap((item) => Object.values(item))
    .map((operation) => [operation.operationId, operation['x-callers'] ?? []]),
)

/** Caller codes that may make a call. */
export const callersOf = (operationId: string): readonly string[] => callers.get(operationId) ?? []
