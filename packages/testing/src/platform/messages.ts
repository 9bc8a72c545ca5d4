import type { BodyOf, QueryOf, ReplyOf } from '../contract.ts'
import { example } from '../contract.ts'
import { type Refusal, refuse } from '../reply.ts'
import type { Caller } from './accounts.ts'
import { pageOf } from './pages.ts'

type Message = ReplyOf<'queryMessages'>['content'][number]

const encoder = new TextEncoder()
const eventOf = (count: number) => encoder.encode(`event: unread\ndata: ${JSON.stringify({ count })}\n\n`)

/** The inboxes of a platform. Each account has the same messages at first, all unread. */
export class Messages {
  readonly #boxes = new Map<string, Message[]>()
  readonly #followers = new Set<{
    username: string
    controller: ReadableStreamDefaultController<Uint8Array>
  }>()
  readonly #count: number

  constructor(count: number) {
    this.#count = count
  }

  #boxOf({ username }: Caller): Message[] {
    const [stated] = example('queryMessages').content
    const made = () =>
      Array.from(
        { length: stated ? this.#count : 0 },
        (_, at) => ({ ...stated, id: at + 1, read: false }) as Message,
      ) // the contract's example, renumbered
    const box = this.#boxes.get(username) ?? made()
    this.#boxes.set(username, box)
    return box
  }

  unread(caller: Caller): ReplyOf<'getUnreadCount'> {
    return { count: this.#boxOf(caller).filter(({ read }) => !read).length }
  }

  list(query: QueryOf<'queryMessages'>, caller: Caller): ReplyOf<'queryMessages'> {
    if (query.box === 'sent') return { content: [], totalElements: 0 }
    const { read, keyword = '', id } = query
    const found = this.#boxOf(caller).filter(
      (each) =>
        (read === undefined || each.read === read) &&
        (id === undefined || each.id === id) &&
        (each.title ?? '').includes(keyword),
    )
    return { content: pageOf(found, query), totalElements: found.length }
  }

  /** Marks messages as read; everything else is for offices that send messages. */
  update({ action, ids = [], id }: BodyOf<'updateMessage'>, caller: Caller): undefined | Refusal {
    if (action !== 'READ' && action !== 'READ_ALL')
      return refuse(403, '您没有权限办理此事项', { code: 'W-001' })
    const box = this.#boxOf(caller)
    const wanted = new Set(action === 'READ_ALL' ? box.map((each) => each.id) : id ? [id, ...ids] : ids)
    if ([...wanted].some((each) => !box.some((message) => message.id === each)))
      return refuse(404, '消息不存在', { code: 'W-002' })
    this.#boxes.set(
      caller.username,
      box.map((message) => (wanted.has(message.id) ? { ...message, read: true } : message)),
    )
    const { count } = this.unread(caller)
    for (const { username, controller } of this.#followers)
      if (username === caller.username) controller.enqueue(eventOf(count))
    return undefined
  }

  /** The stream of the unread count. It stays open until its reader ends it. */
  stream(caller: Caller): Response {
    const followers = this.#followers
    const { count } = this.unread(caller)
    let own: Parameters<typeof followers.add>[0] | undefined
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        own = { username: caller.username, controller }
        followers.add(own)
        controller.enqueue(eventOf(count))
      },
      cancel() {
        if (own) followers.delete(own)
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  }
}
