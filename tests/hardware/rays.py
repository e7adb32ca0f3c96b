"""Straight lines through a mesh: where they go in and out, and how thick its walls are."""

import numpy as np


def hits(mesh, origins, directions):
    """For each line the sorted distances at which it meets the mesh, and the faces it meets there.

    Moller and Trumbore's test of every line with every triangle.
    """
    corner, one, two = (mesh.triangles[:, n] for n in range(3))
    edge1, edge2 = one - corner, two - corner
    found = []
    for origin, direction in zip(np.asarray(origins, float), np.asarray(directions, float), strict=True):
        p = np.cross(direction, edge2)
        determinant = np.einsum("ij,ij->i", edge1, p)
        facing = np.abs(determinant) > 1e-9
        inverse = np.divide(1.0, determinant, out=np.zeros_like(determinant), where=facing)
        s = origin - corner
        u = np.einsum("ij,ij->i", s, p) * inverse
        q = np.cross(s, edge1)
        v = (q @ direction) * inverse
        distance = np.einsum("ij,ij->i", edge2, q) * inverse
        met = np.flatnonzero(facing & (u >= 0) & (v >= 0) & (u + v <= 1) & (distance > 1e-4))
        order = met[np.argsort(distance[met])]
        found.append((distance[order], order))
    return found


def thinnest(mesh, samples: int = 1500) -> float:
    """The least distance between two sides that look away from each other; edges and slants do not count."""
    import trimesh

    points, faces = trimesh.sample.sample_surface(mesh, samples, seed=1)
    points = np.vstack((points, mesh.triangles_center))
    faces = np.concatenate((faces, np.arange(len(mesh.faces))))
    inward = -mesh.face_normals[faces]
    least = np.inf
    for (distances, met), direction in zip(hits(mesh, points, inward), inward, strict=True):
        if len(met) and mesh.face_normals[met[0]] @ direction > 0.95:
            least = min(least, distances[0])
    return float(least)


def bodies(mesh) -> int:
    """How many pieces a mesh falls into."""
    parent = list(range(len(mesh.faces)))

    def root(face):
        while parent[face] != face:
            parent[face] = parent[parent[face]]
            face = parent[face]
        return face

    for one, other in mesh.face_adjacency:
        parent[root(int(one))] = root(int(other))
    return len({root(face) for face in range(len(mesh.faces))})
