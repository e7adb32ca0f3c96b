"""Straight lines through a mesh: where they go in and out, and how thick its walls are."""

import numpy as np


def hits(mesh, origins, directions):
    """For each line the sorted distances at which it meets the mesh, and the faces it meets there.

    Moller and Trumbore's test of every line with every triangle.
    """
    corner, one, two = (mesh.triangles[:, n] for n in range(3))
    edge1, edge2 = one - corner, two - corner
    all_hits = []
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
        faces = np.flatnonzero(facing & (u >= 0) & (v >= 0) & (u + v <= 1) & (distance > 1e-4))
        order = faces[np.argsort(distance[faces])]
        all_hits.append((distance[order], order))
    return all_hits


def thinnest(mesh, samples: int = 1500) -> float:
    """The least distance between two sides that look away from each other; edges and slants do not count."""
    import trimesh

    points, faces = trimesh.sample.sample_surface(mesh, samples, seed=1)
    points = np.vstack((points, mesh.triangles_center))
    faces = np.concatenate((faces, np.arange(len(mesh.faces))))
    inward = -mesh.face_normals[faces]
    least = np.inf
    for (distances, hit_faces), direction in zip(hits(mesh, points, inward), inward, strict=True):
        if len(hit_faces) and mesh.face_normals[hit_faces[0]] @ direction > 0.95:
            least = min(least, distances[0])
    return float(least)


def patches(mesh, faces) -> list[list[int]]:
    """The chosen faces, in connected groups."""
    parent = {face: face for face in np.flatnonzero(faces).tolist()}

    def root(face: int) -> int:
        while parent[face] != face:
            parent[face] = parent[parent[face]]
            face = parent[face]
        return face

    for one, other in mesh.face_adjacency.tolist():
        if one in parent and other in parent:
            parent[root(one)] = root(other)
    groups: dict[int, list[int]] = {}
    for face in parent:
        groups.setdefault(root(face), []).append(face)
    return list(groups.values())


def bodies(mesh) -> int:
    """How many separate pieces a mesh has."""
    return len(patches(mesh, np.ones(len(mesh.faces), bool)))


def hanging(mesh) -> list[float]:
    """The widths of faces that look down into the air: four times the area by the edge, as for a square."""
    lowest = mesh.bounds[0][2]
    down = (mesh.face_normals[:, 2] < -0.75) & (mesh.triangles[:, :, 2].max(axis=1) > lowest + 0.1)
    widths = []
    for patch in patches(mesh, down):
        edges = np.sort(mesh.faces_unique_edges[patch].reshape(-1))
        single, count = np.unique(edges, return_counts=True)
        rim = mesh.edges_unique_length[single[count == 1]].sum()
        widths.append(float(4 * mesh.area_faces[patch].sum() / rim))
    return widths
