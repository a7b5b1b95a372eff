/**
 * The only user of the development identity provider. `issuer` is a fixed value and not the URL of the provider,
 * because the URL may change but the user must stay the same.
 */
export const demoUser = {
  issuer: 'urn:coursewright:development',
  subject: 'demo',
  name: 'Demo Person',
  email: 'demo@example.com',
  plan: 'professional',
} as const
