// The definition is not checked against the names of the plugin's resources.
export default { roles: { anonymous: { resources: { notes: "viewer" } } } };
