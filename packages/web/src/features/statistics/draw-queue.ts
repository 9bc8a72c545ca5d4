type Task = () => void

const waiting: Task[] = []
let isUnderWay = false

/** Lets the browser answer its user before going on. */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve))

async function work(): Promise<void> {
  isUnderWay = true
  for (let task = waiting.shift(); task; task = waiting.shift()) {
    await breathe()
    try {
      task()
    } catch (error) {
      // What fails keeps nothing else from being done.
      reportError(error)
    }
  }
  isUnderWay = false
}

/** Does one thing after the other, each in a task of its own, so that a page of many drawings can be used meanwhile. */
export function inTurn(task: Task): void {
  waiting.push(task)
  if (!isUnderWay) void work()
}
