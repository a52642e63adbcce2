/**
 * A certificate that no authority vouches for.
 *
 * @module
 */

/** A self-signed certificate for 127.0.0.1, made for this test and of no use elsewhere. */
export const TEST_CERT = `-----BEGIN CERTIFICATE-----
MIIBbDCCARKgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1kbWYgdGVz
dCBvbmx5MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1kbWYgdGVzdCBvbmx5MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE/Nl+
ylQmwg58iTxqEuu4d3bDQ/hchAjbZRnzwqM2duVHxVfD9fi6L2ApIXgMxds8Kh7S
YybcmMnhxTDDaE+LqaNLMEkwDAYDVR0TAQH/BAIwADAaBgNVHREEEzARgglsb2Nh
bGhvc3SHBH8AAAEwHQYDVR0OBBYEFLftpTQLY7ls5J/1cHkPnUPuq6rQMAoGCCqG
SM49BAMCA0gAMEUCIENS6mA+0SO9l+NfEp2psyS/8ai/ZvOifM+eIKf6rk3AAiEA
kJkGr9hqxt6fd+05mRlmXz0nv/cYIMqi4Nu1zH+acts=
-----END CERTIFICATE-----
`;
/** Its key. */
export const TEST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQoU2ovKX1pIIE5bL
wQnm5xv45L1fgQELhP46KGqKc9uhRANCAAT82X7KVCbCDnyJPGoS67h3dsND+FyE
CNtlGfPCozZ25UfFV8P1+LovYCkheAzF2zwqHtJjJtyYyeHFMMNoT4up
-----END PRIVATE KEY-----
`;
