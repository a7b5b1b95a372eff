import { useSyncExternalStore } from 'react'
import { getCurrentSession, subscribeToSession } from './session.ts'

export const useSession = () => useSyncExternalStore(subscribeToSession, getCurrentSession)
