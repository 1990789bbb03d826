/** A place on earth, in degrees. */
export interface GeoPoint {
    /**
     * @minimum -90
     * @maximum 90
     */
    latitude: number;
    longitude: number;
}
