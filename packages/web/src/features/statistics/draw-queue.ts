type Task = () => void

const waiting: Task[] = []
let isUnderWay = false

/** Yields to the browser. */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve))

async function work(): Promise<void> {
  isUnderWay = true
  for (let task = waiting.shift(); task; task = waiting.shift()) {
    await breathe()
    try {
      task()
    } catch (error) {
      // A failed job must not block the others.
      reportError(error)
    }
  }
  isUnderWay = false
}

/** Runs draw jobs one per task, so that the page stays responsive. */
export function inTurn(task: Task): void {
  waiting.push(task)
  if (!isUnderWay) void work()
}
