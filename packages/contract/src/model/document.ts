/** A JSON Schema of the contract, with the keywords that readers ask for by name. */
export interface Schema {
  readonly [keyword: string]: unknown
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly (string | number)[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly default?: unknown
  readonly contentMediaType?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly 'x-unit'?: string
  readonly 'x-dict'?: string
  readonly 'x-rule'?: string
  readonly 'x-format'?: string
  readonly 'x-decimals'?: number
  readonly 'x-required'?: unknown
}

interface Reference {
  readonly $ref?: string
}

export interface StatedParameter extends Reference {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly description?: string
  readonly required?: boolean
  readonly schema: Schema
}

export interface Media {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly $ref?: string; readonly value?: unknown }>>
}

export type Content = Readonly<Record<string, Media>>

export interface StatedReply extends Reference {
  readonly description?: string
  readonly content?: Content
}

export interface StatedOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly security?: readonly unknown[]
  readonly parameters?: readonly StatedParameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, StatedReply>>
  readonly 'x-sdk'?: { readonly resource: string; readonly method: string }
  readonly 'x-callers': readonly string[]
  readonly 'x-open'?: boolean
  readonly 'x-polls'?: boolean
  readonly 'x-anonymous'?: boolean
  readonly 'x-audited'?: boolean
  readonly 'x-window'?: string
  readonly 'x-body-in-query'?: string | true
  readonly 'x-max-body'?: number
  readonly 'x-max-upload'?: number
}

type Named<Part> = Readonly<Record<string, Part>>

/** The bundled document. The contract's lint and tests hold it to this shape. */
export interface ContractDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly tags: readonly {
    readonly name: string
    readonly 'x-displayName': string
    readonly description: string
  }[]
  readonly paths: Named<Named<StatedOperation>>
  readonly components: {
    readonly schemas: Named<Schema>
    readonly parameters: Named<StatedParameter>
    readonly responses: Named<StatedReply>
    readonly examples: Named<{ readonly value: unknown }>
  }
  readonly 'x-caller-groups': Named<readonly string[]>
  readonly 'x-permissions': Named<{ readonly title: string; readonly calls: readonly string[] }>
  readonly 'x-max-upload': number
  /** Statuses that any call, one with a session, one with a body, or a change can be answered with. */
  readonly 'x-shared-responses': Readonly<Record<'any' | 'session' | 'body' | 'change', Named<string>>>
}
