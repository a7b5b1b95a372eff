import { useEffect, useState } from 'react'

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1000))

/** Returns the number of seconds until a time, and counts down to 0. `time` is in milliseconds since 1970. */
export function useCountdown(time: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(time))
  useEffect(() => {
    setSeconds(secondsUntil(time))
    if (time <= Date.now()) return
    const timer = setInterval(() => setSeconds(secondsUntil(time)), 1000)
    return () => clearInterval(timer)
  }, [time])
  return seconds
}
