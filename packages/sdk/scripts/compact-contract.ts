interface Operation {
  description?: string
  responses?: Record<string, { $ref?: string }>
}

interface Contract {
  paths: Record<string, Record<string, Operation>>
  'x-shared-responses': Record<string, Record<string, string>>
}

/**
 * The contract without what its bundler adds: the statuses that any call can be answered with, which `x-shared-responses`
 * states once and whose body is that of `default`, and the callers in words, which `x-callers` states by their codes.
 */
export function compactContract(text: string): string {
  const contract = JSON.parse(text) as Contract // as the contract's own tests hold
  const shared = new Map(Object.values(contract['x-shared-responses']).flatMap(Object.entries<string>))
  for (const item of Object.values(contract.paths))
    for (const operation of Object.values(item)) {
      const { responses = {}, description } = operation
      for (const [status, { $ref }] of Object.entries(responses))
        if ($ref === `#/components/responses/${shared.get(status)}`) delete responses[status]
      if (description) operation.description = description.replace(/^\*\*可调用者\*\*：.*\n*/, '')
    }
  return `${JSON.stringify(contract)}\n`
}
