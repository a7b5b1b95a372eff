import { useSyncExternalStore } from 'react'
import { getSignInStatus, subscribeToSignInStatus } from './sign-in.ts'

export const useSignInStatus = () => useSyncExternalStore(subscribeToSignInStatus, getSignInStatus)
