interface Reference {
  $ref: string
}

interface Named {
  name: string
}

interface Operation {
  description?: string
  parameters?: (Reference | Named)[]
  'x-sdk'?: unknown
  responses?: Record<string, { $ref?: string }>
}

interface Contract {
  paths: Record<string, Record<string, Operation>>
  components: Record<'parameters' | 'responses', Record<string, unknown>>
  'x-shared-responses': Record<string, Record<string, string>>
  'x-sdk-resources'?: unknown
}

/** Names the values that occur more than once, by their text. `nameOf` proposes a name. */
function repeated<Value>(
  values: readonly Value[],
  nameOf: (value: Value) => string,
  components: Record<string, unknown>,
): Map<string, string> {
  const seen = new Set<string>()
  const names = new Map<string, string>()
  for (const value of values) {
    const text = JSON.stringify(value)
    if (seen.has(text) && !names.has(text)) {
      let name = nameOf(value)
      for (let at = 2; name in components; at++) name = `${nameOf(value)}${at}`
      components[name] = value
      names.set(text, name)
    }
    seen.add(text)
  }
  return names
}

// A shorter reply is not worth a reference.
const LEAST_REPLY = 120

/** Moves parameters and longer replies that several operations state alike to the components. */
function shareParts({ paths, components }: Contract): void {
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  const parameters = operations.flatMap(({ parameters: own = [] }) => own)
  const replies = operations.flatMap(({ responses = {} }) => Object.values(responses))
  const isLong = (reply: unknown) => JSON.stringify(reply).length >= LEAST_REPLY
  const byParameter = repeated(
    parameters.filter((each): each is Named => 'name' in each),
    ({ name }) => name,
    components.parameters,
  )
  const byReply = repeated(replies.filter(isLong), () => 'Reply', components.responses)
  for (const operation of operations) {
    operation.parameters &&= operation.parameters.map((each) => {
      const name = byParameter.get(JSON.stringify(each))
      return name === undefined ? each : { $ref: `#/components/parameters/${name}` }
    })
    for (const [status, reply] of Object.entries(operation.responses ?? {})) {
      const name = byReply.get(JSON.stringify(reply))
      if (name !== undefined && operation.responses)
        operation.responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
}

/**
 * The contract without the names of the SDK's functions, which its types have, and without what its bundler adds: the
 * statuses that any call can be answered with, which `x-shared-responses` states once and whose body is that of `default`,
 * and the callers in words, which `x-callers` states by their codes. Parameters and replies of several operations are stated once.
 */
export function compactContract(text: string): string {
  // What the platform adds to the specification is marked for its own checks.
  const withoutMarks = (name: string, value: unknown) => (name === 'x-extension' ? undefined : value)
  const contract = JSON.parse(text, withoutMarks) as Contract // as the contract's own tests hold
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
  shareParts(contract)
  return `${JSON.stringify(contract)}\n`
}
