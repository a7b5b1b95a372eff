/** The only user of the development identity provider. */
export const demoUser = {
  /**
   * The issuer that the database stores with the demo user. The value is fixed, so that the user stays the same if the
   * URL of the provider changes.
   */
  issuer: 'urn:coursewright:development',
  subject: 'demo',
  name: 'Demo Person',
  email: 'demo@example.com',
  plan: 'professional',
} as const
