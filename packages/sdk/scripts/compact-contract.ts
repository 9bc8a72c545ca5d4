interface Operation {
  description?: string
  'x-sdk'?: unknown
  responses?: Record<string, { $ref?: string }>
}

interface Contract {
  paths: Record<string, Record<string, Operation>>
  'x-shared-responses': Record<string, Record<string, string>>
  'x-sdk-resources'?: unknown
}

/**
 * The contract without the names of the SDK's functions, which its types have, and without what its bundler adds: the statuses that any call can be answered with, which `x-shared-responses`
 * states once and whose body is that of `default`, and the callers in words, which `x-callers` states by their codes.
 */
export function compactContract(text: string): string {
  const contract = JSON.parse(text) as Contract // as the contract's own tests hold
  const shared = new Map(Object.values(contract['x-shared-responses']).flatMap(Object.entries<string>))
  for (const item of Object.values(contract.paths))
    for (const operation of Object.values(item)) {
      const { responses = {}, description } = operation
      delete operation['x-sdk']
      for (const [status, { $ref }] of Object.entries(responses))
        if ($ref === `#/components/responses/${shared.get(status)}`) delete responses[status]
      if (description) operation.description = description.replace(/^\*\*可调用者\*\*：.*\n*/, '')
    }
  delete contract['x-sdk-resources']
  return `${JSON.stringify(contract)}\n`
}
