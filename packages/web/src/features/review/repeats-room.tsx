/** Keeps the room of a pair while it loads. */
export const RepeatsRoom = () => <div className="card h-[342px]" role="status" aria-label="正在加载" />
