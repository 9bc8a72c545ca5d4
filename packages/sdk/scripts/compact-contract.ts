interface Operation {
  responses?: Record<string, { $ref?: string }>
}

interface Contract {
  paths: Record<string, Record<string, Operation>>
  'x-shared-responses': Record<string, Record<string, string>>
}

/**
 * The contract without the statuses that any call can be answered with. `x-shared-responses` states them once, and
 * `default` describes their body.
 */
export function compactContract(text: string): string {
  const contract = JSON.parse(text) as Contract // as the contract's own tests hold
  const shared = new Map(Object.values(contract['x-shared-responses']).flatMap(Object.entries<string>))
  for (const item of Object.values(contract.paths))
    for (const { responses = {} } of Object.values(item))
      for (const [status, { $ref }] of Object.entries(responses))
        if ($ref === `#/components/responses/${shared.get(status)}`) delete responses[status]
  return `${JSON.stringify(contract)}\n`
}
